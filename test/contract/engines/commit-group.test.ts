import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CommitGroup } from "../../../local/aws/queue/commit-group.ts";

let db: DatabaseSync;
let aborts: number;
let group: CommitGroup;
beforeEach(() => {
  db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE item (id INTEGER PRIMARY KEY)");
  aborts = 0;
  group = new CommitGroup(db, () => {
    aborts += 1;
  });
});
afterEach(() => db.close());

const insert = (id: number) => group.write(() => db.prepare("INSERT INTO item VALUES (?)").run(id));
const ids = () =>
  db
    .prepare("SELECT id FROM item ORDER BY id")
    .all()
    .map(({ id }) => id);

describe("CommitGroup", () => {
  it("answers after the commit, one for all writes of a turn", async () => {
    insert(1);
    const first = group.committed();
    insert(2);
    expect(group.committed()).toBe(first);
    expect(db.isTransaction).toBe(true);
    await first;
    expect(db.isTransaction).toBe(false);
    expect(ids()).toEqual([1, 2]);
    await expect(group.committed()).resolves.toBeUndefined();
  });

  it("takes back a turn of which one write failed, tells everyone, and goes on", async () => {
    insert(1);
    const told = group.committed();
    expect(() => insert(1)).toThrow("UNIQUE");
    await expect(told).rejects.toThrow("UNIQUE");
    expect([aborts, ids()]).toEqual([1, []]);
    insert(3);
    await group.committed();
    expect([aborts, ids()]).toEqual([1, [3]]);
  });

  it("tells everyone when the commit itself fails", async () => {
    db.exec("PRAGMA foreign_keys = ON; CREATE TABLE child (id REFERENCES item DEFERRABLE INITIALLY DEFERRED)");
    group.write(() => db.exec("INSERT INTO child VALUES (9)"));
    await expect(group.committed()).rejects.toThrow("FOREIGN KEY");
    expect(aborts).toBe(1);
    expect(db.isTransaction).toBe(false);
  });
});
