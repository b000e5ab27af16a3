import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { isItemTooLarge } from "../../../../shared/aws/dynamo/item-too-large.ts";
import { tryTransact } from "../../../../shared/aws/dynamo/transact.ts";

const canceled = (...CancellationReasons: { Code: string; Message?: string }[]) =>
  new TransactionCanceledException({ message: "canceled", $metadata: {}, CancellationReasons });

const invalid = (message: string) => Object.assign(new Error(message), { name: "ValidationException" });

describe("isItemTooLarge()", () => {
  it("knows what the table says, of one write and within a transaction", () => {
    const said = "Item size has exceeded the maximum allowed size";
    expect(isItemTooLarge(invalid(said))).toBe(true);
    expect(isItemTooLarge(canceled({ Code: "ValidationError", Message: said }, { Code: "None" }))).toBe(true);
    expect(isItemTooLarge(invalid("Item size to update has exceeded the maximum allowed size"))).toBe(true);
  });

  it("takes no other refusal for it", () => {
    expect(isItemTooLarge(invalid("The provided key element does not match the schema"))).toBe(false);
    expect(
      isItemTooLarge(canceled({ Code: "ConditionalCheckFailed", Message: "The conditional request failed" })),
    ).toBe(false);
    expect(isItemTooLarge(new Error("item size"))).toBe(false);
    expect(isItemTooLarge(undefined)).toBe(false);
  });
});

describe("tryTransact()", () => {
  const answering = (error: Error) => ({ send: () => Promise.reject(error) }) as never;

  it("throws for an item that can never be written, instead of asking for another try", async () => {
    const error = canceled({ Code: "None" }, { Code: "ValidationError", Message: "Item size has exceeded" });
    await expect(tryTransact(answering(error), [])).rejects.toBe(error);
  });

  it("asks for another try after a conflict", async () => {
    const conflict = canceled({ Code: "TransactionConflict" });
    expect(await tryTransact(answering(conflict), [])).toEqual({ conflict });
  });
});
