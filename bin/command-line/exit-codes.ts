/** All commands use these exit codes; `--help` lists them. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

export const EXIT_CODES = `
Exit codes:
  0    it was done
  1    it failed: the error output says why
  2    the command line is not understood, or nobody could be asked; nothing
       was done
  130  it was interrupted, as by Ctrl-C`;
