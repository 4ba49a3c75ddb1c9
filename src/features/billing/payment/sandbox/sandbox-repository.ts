import { randomBytes } from "node:crypto";
import { and, desc, eq, ne } from "drizzle-orm";
import type { Executor } from "../../../../server/database";
import type { Invoice } from "../../contract";
import { sandboxInvoices, sandboxSubscriptions } from "../../tables";

export type SandboxRow = typeof sandboxSubscriptions.$inferSelect;
export type SandboxInvoiceRow = typeof sandboxInvoices.$inferSelect;

export type SandboxRepository = ReturnType<typeof createSandboxRepository>;

/** The sandbox's tables. A team's id is also its customer id. */
export function createSandboxRepository(db: Executor) {
  const one = (rows: SandboxRow[]): SandboxRow => {
    if (!rows[0]) throw new Error("couldn't store the sandbox's subscription");
    return rows[0];
  };
  return {
    async insert(row: typeof sandboxSubscriptions.$inferInsert): Promise<SandboxRow> {
      return one(await db.insert(sandboxSubscriptions).values(row).returning());
    },

    async find(id: string): Promise<SandboxRow | undefined> {
      const [row] = await db.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.id, id));
      return row;
    },

    /**
     * The subscription that a payment with this client secret confirms; undefined if it is another team's.
     */
    async bySecret(teamId: string, clientSecret: string): Promise<SandboxRow | undefined> {
      const [row] = await db
        .select()
        .from(sandboxSubscriptions)
        .where(
          and(eq(sandboxSubscriptions.teamId, teamId), eq(sandboxSubscriptions.clientSecret, clientSecret)),
        );
      return row;
    },

    /** Until the transaction ends, nobody else changes it. */
    async lock(id: string): Promise<SandboxRow | undefined> {
      const [row] = await db
        .select()
        .from(sandboxSubscriptions)
        .where(eq(sandboxSubscriptions.id, id))
        .for("update");
      return row;
    },

    /** A team's latest subscription that hasn't ended, or that waits for its first payment. */
    async open(teamId: string): Promise<SandboxRow | undefined> {
      const [row] = await db
        .select()
        .from(sandboxSubscriptions)
        .where(and(eq(sandboxSubscriptions.teamId, teamId), ne(sandboxSubscriptions.status, "ended")))
        .orderBy(desc(sandboxSubscriptions.createdAt))
        .limit(1);
      return row;
    },

    async save({ id, ...row }: SandboxRow): Promise<SandboxRow> {
      return one(
        await db.update(sandboxSubscriptions).set(row).where(eq(sandboxSubscriptions.id, id)).returning(),
      );
    },

    /** Numbers an invoice. `amount` is in cents of US dollars. */
    async addInvoice(
      { id, teamId }: SandboxRow,
      invoice: Pick<SandboxInvoiceRow, "amount" | "status" | "createdAt">,
    ): Promise<void> {
      await db.insert(sandboxInvoices).values({
        id: `SANDBOX-${randomBytes(5).toString("hex").toUpperCase()}`,
        teamId,
        subscriptionId: id,
        ...invoice,
      });
    },

    /** Marks the open invoices as paid. */
    async payOpen(subscriptionId: string): Promise<void> {
      await db
        .update(sandboxInvoices)
        .set({ status: "paid" })
        .where(and(eq(sandboxInvoices.subscriptionId, subscriptionId), eq(sandboxInvoices.status, "open")));
    },

    /** Newest first. */
    async invoices(teamId: string): Promise<Invoice[]> {
      const rows = await db
        .select()
        .from(sandboxInvoices)
        .where(eq(sandboxInvoices.teamId, teamId))
        .orderBy(desc(sandboxInvoices.createdAt))
        .limit(100);
      return rows.map(({ id, amount, status, createdAt }) => ({
        id,
        number: id,
        createdAt: createdAt.toISOString(),
        amount,
        status,
        url: null,
      }));
    },
  };
}
