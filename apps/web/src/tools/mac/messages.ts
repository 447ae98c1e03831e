import { clientTexts, failureTexts } from '../lookup/failure-texts.ts';
import type { MacAnswer } from './query.ts';
import { texts } from './texts.ts';

/** The message of a failed lookup. */
export const failureText = failureTexts({ fallback: texts.fallback, at: clientTexts });

const gapTexts: Readonly<Record<string, string>> = {
  registry: 'The Sonde server could not read its copy of the registry, so the owner is not known.',
  'registry-old': 'The copy of the registry is older than 180 days: newer assignments are missing.',
  CID: 'A local address may begin with a company ID (CID). The Sonde server has no copy of that registry.',
};

/** A sentence for each part that could not be determined. */
export function gapSentences({ gaps }: { readonly gaps: readonly { readonly part: string }[] }): string[] {
  const parts = [...new Set(gaps.map(({ part }) => part))];
  return parts.map((part) => gapTexts[part] ?? `Not available: ${part}`);
}

/** The answer in a few words, with a name only if the registry has one. */
export function headline({ registrations, kind, scope, registryDate }: MacAnswer): string {
  const [first] = registrations;
  if (kind === 'broadcast') return 'Broadcast: every station of the network';
  if (kind === 'none') return 'Not an address: all bits are zero';
  if (first?.registry === 'CID')
    return `A local address that begins with the company ID of ${first.owner ?? 'an unpublished company'}`;
  if (first !== undefined) return ownerText(first.owner, first.prefix, registrations.length);
  if (kind === 'multicast') return 'A group of stations';
  if (scope === 'local') return 'Locally administered: set by an administrator or at random';
  return registryDate === null ? 'The owner is not available' : 'Not registered';
}

/** What the address says about the device that has it. */
export function meaningOf({ kind, scope, registrations }: MacAnswer): string {
  if (kind !== 'unicast') return 'No single device has this address.';
  if (scope === 'local') return 'Nothing can be told of the device: whoever set the address was free to choose it.';
  if (registrations.length === 0) return 'No maker of devices has registered this address.';
  return 'The maker of the device, or of its network card, has registered this address.';
}

/** The IEEE registers blocks to itself and divides them: without a longer match, this part is unassigned. */
const IEEE = /^IEEE Registration Authority$/i;

function ownerText(owner: string | null, prefix: string, count: number): string {
  if (owner === null) return 'Registered; the owner is not published';
  if (count === 1 && IEEE.test(owner))
    return `Not assigned: ${prefix} is divided by the IEEE, and this part has no owner yet`;
  return owner;
}
