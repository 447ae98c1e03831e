import { Finding } from '@sonde/contract/finding/finding';
import { bySeverity } from '@sonde/contract/finding/severity';
import { reportOfSnapshot } from '@sonde/contract/snapshots/report-of-snapshot';
import type { Snapshot } from '@sonde/contract/snapshots/snapshot';

/** The findings in all results of a snapshot, most severe first, without those that this version cannot read. */
export function findingsIn(snapshot: Pick<Snapshot, 'target' | 'parts'>): readonly Finding[] {
  const { findings = snapshot.parts.flatMap(({ outcome }) => outcome._data?.['findings']) } =
    reportOfSnapshot(snapshot) ?? {};
  return bySeverity(findings.flatMap((found: unknown) => Finding.safeParse(found).data ?? []));
}
