import * as z from 'zod/mini';
import { described } from '../described.ts';
import { Gap } from '../envelope.ts';
import { wholeNumberField } from '../query.ts';
import { isEssential } from '../reading.ts';
import { requiredField } from '../target-field.ts';
import { readVendorName } from '../targets/mac-query.ts';
import { defineToolCall } from '../tool-call.ts';
import { macRegistries } from './registries.ts';

/** The maximum number of assignments per answer. */
export const VENDOR_PAGE = 200;

const Owner = z.object({
  owner: isEssential(described(z.string(), 'As registered.', 'Apple, Inc.')),
  assignments: described(z.int(), 'The assignments of that name.', 1553),
});

/** One block assigned to an owner. */
export const VendorAssignment = z.object({
  owner: isEssential(described(z.string(), 'As registered.', 'Apple, Inc.')),
  registry: described(z.enum(macRegistries), 'The registry of the IEEE.', 'MA-L'),
  prefix: isEssential(described(z.string(), 'The assigned bits, in pairs of hex digits.', '00:1b:63')),
  bits: isEssential(described(z.int(), 'Their number.', 24)),
});
export type VendorAssignment = z.infer<typeof VendorAssignment>;

export const macVendorSearch = defineToolCall({
  id: 'macVendors',
  method: 'GET',
  chosenBy: 'q',
  title: 'MAC addresses of a vendor',
  summary: 'The blocks of addresses whose owner has a name with these words',
  input: z.object({
    q: described(
      requiredField(
        'q',
        { missing: 'Please enter the name of a vendor', invalid: 'A name has at least two letters or digits' },
        readVendorName,
      ),
      'Instead of an address: the name of a vendor, or words of it; the beginning of a word is enough.',
      'apple',
    ),
    page: described(
      wholeNumberField('page', { from: 1, to: 999, default: 1 }),
      `With a name: which page of ${VENDOR_PAGE} assignments.`,
      '1',
    ),
  }),
  answer: z.object({
    q: isEssential(described(z.string(), 'The words that were searched.', 'apple')),
    owners: described(
      z.array(Owner),
      'The owners found, those whose name begins with the words first; at most 100. The IEEE spells many firms in several ways.',
    ),
    ownerCount: isEssential(described(z.int(), 'How many owners were found.', 3)),
    assignments: described(z.array(VendorAssignment), 'Their assignments, owner by owner: one page of them.'),
    assignmentCount: isEssential(described(z.int(), 'How many assignments they have together.', 1580)),
    page: isEssential(described(z.int(), 'Which page this is.', 1)),
    pageCount: isEssential(described(z.int(), 'How many pages there are; 0 where nothing was found.', 8)),
    registryDate: described(
      z.nullable(z.string()),
      'The date of the registry’s data, as YYYY-MM-DD; null without data.',
      '2026-08-26',
    ),
    gaps: described(z.array(Gap), 'What could not be searched; empty when nothing is missing.'),
  }),
  cost: 1,
  example: { q: 'apple' },
});
