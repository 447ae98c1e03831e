import type { Reading } from '../../../reading.ts';
import type { ssl } from '../contract.ts';
import { sslTexts } from './words.ts';

export const clientColumns = ['Client', 'Connects', 'Protocol', 'Cipher Suite', 'Known By', 'Why'];

/** The rows of the clients table, also for exports. */
export function clientRows(clients: Reading<typeof ssl.answer>['clients']): string[][] {
  return clients.map(({ client, connects, protocol, cipherSuite, isChecked, computed, why }) => [
    client,
    connects === null ? 'Not determinable' : connects ? 'Yes' : 'No',
    protocol ?? sslTexts.missing,
    cipherSuite ?? sslTexts.missing,
    isChecked ? 'handshake' : 'computation',
    [why, computed && `Computed: ${computed}`].filter(Boolean).join(' '),
  ]);
}
