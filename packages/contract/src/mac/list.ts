import * as z from 'zod/mini';
import { described } from '../described.ts';
import { Gap } from '../envelope.ts';
import { isEssential } from '../reading.ts';
import { defineToolCall } from '../tool-call.ts';
import { macRegistries } from './registries.ts';

/** The maximum number of addresses per call. */
export const MAX_LIST = 2_000;
/** Longer than any spelling of an address. */
const MAX_LENGTH = 100;

const text = z.nullable(z.string());

/** The result for one address of a list. */
export const MacListEntry = z.object({
  given: isEssential(described(z.string(), 'As it was given.', '001b.6384.45e6')),
  mac: described(text, 'In canonical form; null for what cannot be read.', '00:1b:63:84:45:e6'),
  problem: described(text, 'Why it cannot be read; null if it can.', null),
  kind: described(
    z.nullable(z.enum(['unicast', 'multicast', 'broadcast', 'none'])),
    'Whom it addresses, as in the lookup.',
    'unicast',
  ),
  scope: described(z.nullable(z.enum(['universal', 'local'])), 'Who chose it: the U/L bit.', 'universal'),
  owner: described(
    text,
    'The owner of the address block; null if it is not registered, or its owner is not published.',
    'Apple, Inc.',
  ),
  registry: described(
    z.nullable(z.enum(macRegistries)),
    'The registry of that block; null where there is none.',
    'MA-L',
  ),
  prefix: described(text, 'The bits of that block; null where there is none.', '00:1b:63'),
  use: described(text, 'What a standard or convention says about it; null if none does.', null),
  isDivided: described(
    z.boolean(),
    'True for a prefix parts of which the IEEE has assigned to others: more bits may lead to another owner.',
    false,
  ),
});
export type MacListEntry = z.infer<typeof MacListEntry>;

export const macList = defineToolCall({
  id: 'macList',
  method: 'POST',
  chosenBy: null,
  title: 'A list of MAC addresses',
  summary: 'Who has each of up to 2,000 addresses or prefixes, in the body of the request; nothing of it is kept',
  input: z.object({
    macs: described(
      z
        .array(z.string('Every address must be a text.').check(z.maxLength(MAX_LENGTH, 'An address is too long.')), {
          error: 'Please give the addresses as a list: {"macs": ["00:1b:63:84:45:e6"]}',
        })
        .check(
          z.minLength(1, 'The list is empty.'),
          z.maxLength(MAX_LIST, 'At most 2000 addresses fit into one list.'),
        ),
      'The addresses, in any spelling that the lookup takes; prefixes of 24, 28 and 36 bits are enough for an owner.',
      ['00:1b:63:84:45:e6', '70:b3:d5:f2:f/36'],
    ),
  }),
  answer: z.object({
    entries: described(z.array(MacListEntry), 'One for each address, in the order of the list.'),
    registryDate: described(
      z.nullable(z.string()),
      'The date of the registry’s data, as YYYY-MM-DD; null without data.',
      '2026-08-26',
    ),
    gaps: described(z.array(Gap), 'What could not be determined; empty when the answer is complete.'),
  }),
  cost: 4,
  example: { macs: ['00:1b:63:84:45:e6', '70:b3:d5:f2:f/36'] },
});
