import { describe, expect, test } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { ANN, aBinding, aVault } from "../vault/a-vault.ts";

const VALUE = "a value that nobody is to see";

/** What the vault promises on every driver of the store. */
export function secretConformance(store: () => Store): void {
  describe("secrets", () => {
    test("the vault keeps, lists, rotates and removes secrets, and the store never holds a value", async () => {
      const { documents } = store();
      const key = new Uint8Array(32).fill(7);
      const vault = aVault({ documents, key });
      await vault.set("B_KEY", { source: "stored", value: VALUE, binding: aBinding() }, ANN);
      await vault.set(
        "A_KEY",
        { source: "stored", value: VALUE, binding: aBinding({ tools: ["sql:shop"] }) },
        ANN,
      );
      expect((await vault.list()).map(({ name }) => name)).toEqual(["A_KEY", "B_KEY"]);
      const again = aVault({ documents, key });
      expect(await again.reveal("A_KEY", { user: "sql:shop" })).toBe(VALUE);
      expect((await again.show("A_KEY")).lastUse).toMatchObject({ by: "sql:shop" });
      await again.rotate("A_KEY", `${VALUE}, the second`, ANN);
      expect(await vault.reveal("A_KEY", { user: "sql:shop" })).toBe(`${VALUE}, the second`);
      expect(JSON.stringify(await documents.list("secrets"))).not.toContain(VALUE);
      expect([await vault.remove("A_KEY", ANN), await vault.remove("A_KEY", ANN)]).toEqual([true, false]);
      await expect(vault.show("A_KEY")).rejects.toMatchObject({ code: "not_found" });
    });
  });
}
