import type { delegation, Reading } from '@sonde/contract';
import { verdictTexts } from './texts.ts';

type Data = Reading<typeof delegation.answer>;

export const zoneTitles = ['Zone', 'Verdict', 'Name servers', 'DS', 'Keys'];

export function zoneRows({ name, status, ns, ds, keys }: Data['zones'][number]): string[] {
  return [
    name,
    verdictTexts[status] ?? status,
    ns.join(' '),
    ds.map(({ keyTag, state }) => `${keyTag} ${state}`).join(', ') || 'none',
    keys.map(({ keyTag, algorithmName }) => `${keyTag} ${algorithmName}`).join(', ') || 'none',
  ];
}

export const serverTitles = ['Server', 'Address', 'Zone', 'Answer', 'Serial', 'UDP', 'TCP', 'EDNS', 'Time (ms)'];

export function serverRows(server: Data['servers'][number]): string[] {
  const { name, address, zone, serial, udp, tcp, edns, timeMs } = server;
  const cells = [serial, word(udp), word(tcp), word(edns), timeMs].map((cell) => String(cell ?? '–'));
  return [name, address, zone, answerText(server), ...cells];
}

function answerText({ answered, authoritative, reason }: Data['servers'][number]): string {
  if (answered === null) return 'not asked';
  if (!answered || authoritative === null) return reason ?? 'none';
  return authoritative ? 'authoritative' : 'not authoritative';
}

function word(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no';
}
