import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { Command as UntypedCommand } from "commander";
import project from "../../package.json" with { type: "json" };
import { BASH_COMPLETION } from "./bash-completion.ts";
import { COMMANDS, type KnownCommand } from "./commands.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { print } from "./output.ts";

/** Shells call this command to get completions. */
export const COMPLETE = "complete";

const DESCRIPTION = `Notification delivery: email and chat, accepted once, delivered once, explained always.

Without another stack's name (--url, --stage) a command works with the one on this machine, which "herald start" starts.`;

/**
 * Builds the program with the full command that the arguments name. The other commands have only name and summary, so
 * that their code need not be loaded.
 */
export async function heraldProgram(args: readonly string[]): Promise<Command> {
  const program = new Command("herald")
    .description(DESCRIPTION)
    .version(project.version, "--version", "print the version")
    .addHelpText("after", EXIT_CODES)
    .helpCommand("help [command]", "show the help of a command")
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "")) })
    .showHelpAfterError("See herald --help.");
  const [first, second] = args;
  const wanted = first === "help" ? second : first;
  for (const known of COMMANDS) await add(program, known, wanted === COMPLETE || wanted === known.name);
  if (wanted === COMPLETE && second === "bash") {
    program.addCommand(new Command(COMPLETE).argument("<shell>").action(() => print(BASH_COMPLETION.trimEnd())));
  } else if (wanted === COMPLETE) {
    const { default: completions } = await import("@bomb.sh/tab/commander");
    // The typed command is an instance of the untyped class, which TypeScript cannot see.
    if (program instanceof UntypedCommand) completions(program);
  } else program.addCommand(new Command(COMPLETE).summary("print the completion of zsh, bash, fish or powershell"));
  return program;
}

async function add(program: Command, { name, summary, load }: KnownCommand, isMeant: boolean): Promise<void> {
  const command: CommandUnknownOpts = isMeant ? (await load()).command : new Command(name);
  command.name(name).summary(summary).copyInheritedSettings(program);
  if (isMeant) command.showHelpAfterError(`See herald ${name} --help.`).addHelpText("after", EXIT_CODES);
  for (const below of command.commands) below.copyInheritedSettings(command);
  program.addCommand(command);
}
