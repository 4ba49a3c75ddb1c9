interface Money {
  amount: number | null;
  /** ISO 4217; null if it isn't known. */
  currency: string | null;
}

/** A deal in one line: "Roof, Contract Sent, $48,000". */
export const dealInWords = (deal: Money & { name: string; stage: string }): string =>
  [deal.name, deal.stage, moneyInWords(deal)].filter(Boolean).join(", ");

/** An amount in its currency, without cents; null if there is none. */
export function moneyInWords({ amount, currency }: Money): string | null {
  if (amount === null) return null;
  const plain = amount.toLocaleString("en-US", { maximumFractionDigits: 0 });
  if (!currency || !/^[A-Z]{3}$/i.test(currency)) return plain;
  return amount.toLocaleString("en-US", { style: "currency", currency, maximumFractionDigits: 0 });
}
