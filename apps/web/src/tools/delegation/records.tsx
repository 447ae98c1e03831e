import type { Finding } from '@sonde/contract/finding/finding';
import { adoptSheet } from '../../browser/page/adopt-sheet.ts';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import type { DelegationAnswer, Zone } from './query.ts';
import sheet from './records.css?inline';

adoptSheet(sheet);

/** Records that fix a finding, one per line, with a label. */
export interface Records {
  readonly label: string;
  readonly text: string;
}

/** The records to publish, ready to be copied; null if no record fixes the finding. */
export function recordsFor(
  { code, about }: Finding,
  data: Pick<DelegationAnswer, 'zones' | 'details'>,
): Records | null {
  const zone = data.zones.find(({ name }) => name === about);
  if (zone !== undefined && isAboutDs(code, zone)) return dsRecord(zone);
  if (zone !== undefined && code === 'ns-differ-from-parent') return nsRecords(zone);
  const host = data.details.nsHosts.find(({ name }) => name === about);
  if (host === undefined || !glueCodes.has(code)) return null;
  const lines = (host.ownAddresses ?? []).map((address) => addressLine(about, address));
  return lines.length === 0 ? null : { label: 'glue for the parent', text: lines.join('\n') };
}

const glueCodes = new Set(['glue-missing', 'glue-differs', 'glue-incomplete']);
const dsCodes = new Set([
  ...['ds-missing', 'ds-without-key', 'ds-digest-differs', 'ds-key-unusable', 'ds-unsupported', 'ds-digest-weak'],
]);

/** A broken chain is fixed by a new DS record only if none of the present ones matches a key. */
function isAboutDs(code: string, { ds }: Zone): boolean {
  return dsCodes.has(code) || (code === 'chain-broken' && !ds.some(({ state }) => state === 'matches'));
}

/** The DS record of a key that signs the key set, preferably one with the SEP flag. */
function dsRecord({ keys }: Zone): Records | null {
  const signing = keys.filter(({ signsKeys, ds }) => signsKeys && ds !== null);
  const text = (signing.find(({ isSep }) => isSep) ?? signing[0])?.ds ?? null;
  return text === null ? null : { label: 'DS record for the registrar', text };
}

function nsRecords({ name, ownNs }: Zone): Records | null {
  if (ownNs.length === 0) return null;
  return { label: 'NS records for the parent', text: ownNs.map((server) => `${name}. IN NS ${server}.`).join('\n') };
}

function addressLine(name: string, address: string): string {
  return `${name}. IN ${address.includes(':') ? 'AAAA' : 'A'} ${address}`;
}

/** Records in zone-file syntax, with a button to copy them. */
export function RecordsBlock({ label, text }: Records) {
  return (
    <div className="mending">
      <CodeBlock label={label} text={text} />
      <CopyButton label={label} text={text} />
    </div>
  );
}
