/**
 * Completes commands in bash. The library's own script needs the package bash-completion, which many machines lack, and
 * complains when it is loaded twice. `eval` also supports `herald` as an alias.
 */
export const BASH_COMPLETION = `# bash completion for herald
__herald_complete() {
  local current=\${COMP_WORDS[COMP_CWORD]} line
  COMPREPLY=()
  while IFS= read -r line; do
    line=\${line%%$'\\t'*}
    if [[ -n $line && $line != :* && $line == "$current"* ]]; then COMPREPLY+=("$line"); fi
  done < <(eval "herald complete -- $(printf '%q ' "\${COMP_WORDS[@]:1:COMP_CWORD}")" 2>/dev/null)
}
complete -o default -F __herald_complete herald
`;
