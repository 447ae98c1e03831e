import type { DataSlot, LocalData, Machine } from './data.ts';

type Described = Omit<Machine, 'onClose' | 'sourceUrls' | 'now'> & Partial<Pick<Machine, 'sourceUrls' | 'now'>>;

/** Opens each slot once, when it is first asked for; `close` releases what the slots hold. */
export function openSlots({
  sourceUrls = {},
  now = Date.now,
  ...machine
}: Described): Pick<LocalData, 'of'> & { close(): void } {
  const opened = new Map<DataSlot<unknown>, unknown>();
  const releases: (() => void)[] = [];
  const onClose = (release: () => void): void => void releases.push(release);
  return {
    of<Data>(slot: DataSlot<Data>): Data {
      if (!opened.has(slot)) opened.set(slot, slot.open({ ...machine, sourceUrls, now, onClose }));
      return opened.get(slot) as Data;
    },
    close() {
      for (const release of releases.splice(0)) release();
    },
  };
}
