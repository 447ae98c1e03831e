import type { ServedDifference } from '@sonde/contract';
import { knownWord } from '@sonde/contract/text/known-word';
import type { FindingItem } from '../findings/finding-list.tsx';
import type { SslAnswer } from '../query.ts';

const differenceTexts: Readonly<Record<ServedDifference['name'], Pick<FindingItem, 'tone' | 'badge' | 'meaning'>>> = {
  ADDRESSES: {
    tone: 'warn',
    badge: 'Addresses differ',
    meaning: 'Which certificate a visitor gets depends on the address that DNS returns.',
  },
  KEY_TYPES: {
    tone: 'neutral',
    badge: 'Several keys',
    meaning: 'Older clients get another certificate than current ones. Both have to be renewed.',
  },
  SAME_KEY: {
    tone: 'warn',
    badge: 'Certificates vary',
    meaning: 'Which certificate a visitor gets depends on more than the address and the kind of key.',
  },
  NO_SERVER_NAME: {
    tone: 'neutral',
    badge: 'Without a name',
    meaning: 'Current clients send the name of the server they want; very old ones do not.',
  },
  PROTOCOLS: {
    tone: 'warn',
    badge: 'Versions differ',
    meaning: 'The servers behind the addresses are not configured alike.',
  },
  NO_ANSWER: {
    tone: 'warn',
    badge: 'No certificate',
    meaning: 'What clients get there is unknown and does not count in the verdict.',
  },
};

/** The differences, in plain words. */
export function differenceItems(differences: SslAnswer['differences']): FindingItem[] {
  return differences.map(({ name, evidence }, index) => ({
    ...knownWord(differenceTexts, name, { tone: 'neutral', badge: name, meaning: '' }),
    name: `${name} ${index}`,
    evidence,
  }));
}
