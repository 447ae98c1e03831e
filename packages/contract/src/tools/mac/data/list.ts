import * as z from 'zod/mini';
import { described } from '../../../described.ts';
import { Gap } from '../../../envelope.ts';
import { isEssential } from '../../../reading.ts';
import { defineToolCall } from '../../../tool-call.ts';
import { macRegistries } from './registries.ts';

/** The maximum number of addresses per call. */
export const MAX_LIST = 2_000;
/** Longer than any spelling of an address. */
const MAX_LENGTH = 100;

const text = z.nullable(z.string());

/** The result for one address of a list. */
export const MacListEntry = z.object({
  given: isEssential(described(z.string(), 'The item as given in the request.', '001b.6384.45e6')),
  mac: described(text, 'The address in canonical form; null if the item is not a valid address.', '00:1b:63:84:45:e6'),
  problem: described(text, 'Why the item is not valid; null if it is.', null),
  kind: described(
    z.nullable(z.enum(['unicast', 'multicast', 'broadcast', 'none'])),
    'The kind of address, as in the lookup.',
    'unicast',
  ),
  scope: described(
    z.nullable(z.enum(['universal', 'local'])),
    'Administration of the address: the U/L bit.',
    'universal',
  ),
  owner: described(
    text,
    'The owner of the address block; null if it is not registered, or its owner is not published.',
    'Apple, Inc.',
  ),
  registry: described(
    z.nullable(z.enum(macRegistries)),
    'The registry of the block; null if the address is not registered.',
    'MA-L',
  ),
  prefix: described(text, 'The assigned prefix of the block; null if the address is not registered.', '00:1b:63'),
  use: described(text, 'What a standard or common practice uses the address for; null if nothing is known.', null),
  isDivided: described(
    z.boolean(),
    'True if the IEEE has assigned parts of the prefix separately: a longer prefix may have another owner.',
    false,
  ),
});
export type MacListEntry = z.infer<typeof MacListEntry>;

export const macList = defineToolCall({
  id: 'macList',
  method: 'POST',
  chosenBy: null,
  title: 'A list of MAC addresses',
  summary: 'The owners of up to 2,000 addresses or prefixes, sent in the body of the request, which is not stored',
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
      'The addresses, in any notation that the lookup accepts; to find an owner, prefixes of 24, 28 or 36 bits are enough.',
      ['00:1b:63:84:45:e6', '70:b3:d5:f2:f/36'],
    ),
  }),
  answer: z.object({
    entries: described(z.array(MacListEntry), 'One entry per address, in the order of the request.'),
    registryDate: described(
      z.nullable(z.string()),
      'Date of the registry data, as YYYY-MM-DD; null if there is no data.',
      '2026-08-26',
    ),
    gaps: described(z.array(Gap), 'What could not be determined; empty if the answer is complete.'),
  }),
  cost: 4,
  example: { macs: ['00:1b:63:84:45:e6', '70:b3:d5:f2:f/36'] },
});
