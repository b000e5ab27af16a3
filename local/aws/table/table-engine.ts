import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { type EngineProcess, startGuarded } from "./engine-process.ts";
import { engineProgram } from "./engine-program.ts";
import { endLeftOver, forgetEngine, noteEngine } from "./left-over-engine.ts";
import { indexStreams } from "./stream-index.ts";

export interface TableEngineOptions {
  /** The folder of the database, which must exist. */
  readonly dataDir: string;
  /** The port to listen on; 0, the default, picks a free port. */
  readonly port?: number;
  /** A DynamoDB endpoint to use instead (`HERALD_DYNAMODB_ENDPOINT`). Nothing is started then. */
  readonly endpoint?: string | undefined;
  /** Called with the engine's last output if it ends before `close`. */
  readonly onExit?: (lastOutput: string) => void;
  /** The engine's program if it is not the installed one. */
  readonly program?: string | undefined;
}

export interface TableEngine {
  /** The value of `AWS_ENDPOINT_URL_DYNAMODB`. */
  readonly endpoint: string;
  /** The database file of the embedded engine. */
  readonly databaseFile?: string;
  close(): Promise<void>;
}

/** Slow machines need this much time to start the engine. */
const START_MS = 60_000;
const ASK_MS = 1_000;
const ASK_AGAIN_MS = 10;
/** Another process may take the free port before the engine does, so the start is repeated. */
const START_ATTEMPTS = 3;

/**
 * Starts the embedded table engine and waits until it answers. If there is no engine for the platform, the error says
 * what to do.
 */
export async function startTableEngine(options: TableEngineOptions): Promise<TableEngine> {
  const { endpoint, dataDir, port = 0, onExit = () => {} } = options;
  if (endpoint) return useEndpoint(endpoint);
  const program = options.program ?? (await engineProgram());
  const databaseFile = resolve(dataDir, "tables.db");
  const pidFile = join(dataDir, "tables.pid");
  await endLeftOver(pidFile);
  const started = await startOnAPort(program, databaseFile, port);
  await noteEngine(pidFile, { engine: started.engine.pid, owner: process.pid, databaseFile });
  try {
    indexStreams(databaseFile);
  } catch (error) {
    await started.engine.stop();
    throw error;
  }
  let isClosing = false;
  void started.engine.ended.then((lastOutput) => {
    if (!isClosing) onExit(lastOutput);
  });
  return {
    endpoint: started.endpoint,
    databaseFile,
    close: async () => {
      isClosing = true;
      await started.engine.stop();
      await forgetEngine(pidFile);
    },
  };
}

async function useEndpoint(endpoint: string): Promise<TableEngine> {
  await untilItAnswers(endpoint, new Promise(() => {}));
  return { endpoint, close: async () => {} };
}

async function startOnAPort(program: string, databaseFile: string, wanted: number) {
  const attempts = wanted === 0 ? START_ATTEMPTS : 1;
  for (let attempt = 1; ; attempt += 1) {
    const port = wanted === 0 ? await freePort() : wanted;
    try {
      return await startOn(program, databaseFile, port);
    } catch (error) {
      if (attempt >= attempts) throw error;
    }
  }
}

async function startOn(program: string, databaseFile: string, port: number) {
  const endpoint = `http://127.0.0.1:${port}`;
  const engine: EngineProcess = await startGuarded(program, [
    ...["serve", "--host", "127.0.0.1", "--port", String(port)],
    ...["--db-path", databaseFile],
  ]);
  try {
    await untilItAnswers(endpoint, engine.ended);
    return { endpoint, engine };
  } catch (error) {
    await engine.stop();
    throw error;
  }
}

/** Fails if the engine ends or does not answer in time. */
async function untilItAnswers(endpoint: string, ended: Promise<string>): Promise<void> {
  let lastOutput: string | undefined;
  void ended.then((output) => {
    lastOutput = output;
  });
  const deadline = Date.now() + START_MS;
  while (!(await answers(endpoint))) {
    if (lastOutput !== undefined) throw new Error(`table engine: ended at its start: ${lastOutput}`);
    if (Date.now() > deadline) throw new Error(`table engine: no answer from ${endpoint} within ${START_MS / 1000} s`);
    await new Promise((resume) => setTimeout(resume, ASK_AGAIN_MS));
  }
  // If our engine has ended, another process has answered on this port.
  if (lastOutput !== undefined) throw new Error(`table engine: ended at its start: ${lastOutput}`);
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": "DynamoDB_20120810.ListTables" },
      body: "{}",
      signal: AbortSignal.timeout(ASK_MS),
    });
    await response.arrayBuffer();
    // Any answer in the protocol will do, even the 400 with which DynamoDB Local refuses an unsigned request.
    return response.status < 500;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen({ port: 0, host: "127.0.0.1" }, listening);
  });
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("table engine: no free port");
  return address.port;
}
