import { readFileSync } from 'node:fs';
import { type AnyTool, tools } from '@sonde/contract';
import { isAskedElsewhere } from '@sonde/contract/places/asked-elsewhere';
import { expect, it } from 'vitest';

const page = (id: string) => readFileSync(new URL(`../${id}/page.tsx`, import.meta.url), 'utf8');

it.each(Object.values<AnyTool>(tools).map((tool) => [tool.id, tool] as const))(
  'the page of %s offers places if the contract allows it',
  (id, tool) => {
    expect(!page(id).includes('asksPlaces={false}')).toBe(isAskedElsewhere(tool));
  },
);
