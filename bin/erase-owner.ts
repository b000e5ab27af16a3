import { operationServices } from "../shared/wiring/operations.ts";
import { takeOperatorEnvironment } from "./operator-environment.ts";

// npm run erase-owner -- --owner SUB   [--data-dir DIR | --environment FILE]
const { owner } = takeOperatorEnvironment(process.argv.slice(2));
if (owner === undefined || owner === "") {
  console.error("usage: npm run erase-owner -- --owner SUB   [--data-dir DIR | --environment FILE]");
  process.exitCode = 2;
} else {
  const erased = await operationServices().eraser.erase(owner);
  console.log(JSON.stringify({ owner, at: new Date().toISOString(), erased }));
}
