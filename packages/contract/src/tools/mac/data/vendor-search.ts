import * as z from 'zod/mini';
import { described } from '../../../described.ts';
import { Gap } from '../../../envelope.ts';
import { wholeNumberField } from '../../../query.ts';
import { isEssential } from '../../../reading.ts';
import { requiredField } from '../../../target-field.ts';
import { readVendorName } from '../../../targets/mac-query.ts';
import { defineToolCall } from '../../../tool-call.ts';
import { macRegistries } from './registries.ts';

/** The maximum number of assignments per answer. */
export const VENDOR_PAGE = 200;

const Owner = z.object({
  owner: isEssential(described(z.string(), 'The owner, as registered.', 'Apple, Inc.')),
  assignments: described(z.int(), 'Number of assignments under this name.', 1553),
});

/** One block assigned to an owner. */
export const VendorAssignment = z.object({
  owner: isEssential(described(z.string(), 'The owner, as registered.', 'Apple, Inc.')),
  registry: described(z.enum(macRegistries), 'The IEEE registry.', 'MA-L'),
  prefix: isEssential(described(z.string(), 'The assigned prefix, as pairs of hexadecimal digits.', '00:1b:63')),
  bits: isEssential(described(z.int(), 'Length of the prefix in bits.', 24)),
});
export type VendorAssignment = z.infer<typeof VendorAssignment>;

export const macVendorSearch = defineToolCall({
  id: 'macVendors',
  method: 'GET',
  chosenBy: 'q',
  title: 'MAC addresses of a vendor',
  summary: 'The address blocks of owners whose names contain these words',
  input: z.object({
    q: described(
      requiredField(
        'q',
        { missing: 'Please enter the name of a vendor', invalid: 'A name has at least two letters or digits' },
        readVendorName,
      ),
      'Instead of mac: the name of a vendor, or some words of it; beginnings of words are enough.',
      'apple',
    ),
    page: described(
      wholeNumberField('page', { from: 1, to: 999, default: 1 }),
      `With q: the page of the result, each with ${VENDOR_PAGE} assignments.`,
      '1',
    ),
  }),
  answer: z.object({
    q: isEssential(described(z.string(), 'The search text.', 'apple')),
    owners: described(
      z.array(Owner),
      'The matching owners, at most 100; those whose names begin with the search text come first. The IEEE spells many vendors in several ways.',
    ),
    ownerCount: isEssential(described(z.int(), 'Number of matching owners.', 3)),
    assignments: described(z.array(VendorAssignment), 'One page of the assignments of these owners, owner by owner.'),
    assignmentCount: isEssential(described(z.int(), 'Total number of their assignments.', 1580)),
    page: isEssential(described(z.int(), 'Number of this page, counted from 1.', 1)),
    pageCount: isEssential(described(z.int(), 'Total number of pages; 0 if nothing was found.', 8)),
    registryDate: described(
      z.nullable(z.string()),
      'Date of the registry data, as YYYY-MM-DD; null if there is no data.',
      '2026-08-26',
    ),
    gaps: described(z.array(Gap), 'What could not be searched; empty if the answer is complete.'),
  }),
  cost: 1,
  example: { q: 'apple' },
});
