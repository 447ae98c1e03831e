import type { WorkOwner } from './work.ts';

/**
 * Which of the running things has to end in favour of a newcomer, where no more may run: one of the client that has most of
 * them. Null if the newcomer would have as many: then it is the one to be refused.
 */
export function mustGiveWay<Running extends { readonly owner: WorkOwner }>(
  running: Iterable<Running>,
  newcomer: WorkOwner,
): Running | null {
  const all = [...running];
  const counts = new Map<string, number>();
  for (const { owner } of all) for (const client of owner.clients()) counts.set(client, (counts.get(client) ?? 0) + 1);
  const shareOf = (owner: WorkOwner) => {
    const clients = owner.clients();
    return clients.length === 0 ? 0 : Math.min(...clients.map((client) => counts.get(client) ?? 0));
  };
  const share = shareOf(newcomer);
  const isLast = (one: Running) => one.owner.isBackground && !newcomer.isBackground;
  const mayEnd = all.filter((one) => isLast(one) || shareOf(one.owner) > share + 1);
  return mayEnd.reduce<Running | null>(
    (last, one) => (last === null || isHeavier(one.owner, last.owner, shareOf) ? one : last),
    null,
  );
}

function isHeavier(one: WorkOwner, other: WorkOwner, shareOf: (owner: WorkOwner) => number): boolean {
  if (one.isBackground !== other.isBackground) return one.isBackground;
  return shareOf(one) > shareOf(other);
}
