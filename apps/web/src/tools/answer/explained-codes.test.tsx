import { toolModules } from '@sonde/contract/tools/modules';
import { describe, expect, it } from 'vitest';
import { explanationOf } from '../findings/explanations.ts';

const answers = import.meta.glob('../*/answer.tsx');

describe.each(toolModules.map((module) => [module.contract.id, module] as const))('the answer of %s', (id, module) => {
  it('brings the explanation of every finding that it may have', async () => {
    await answers[`../${id}/answer.tsx`]?.();
    const codes = module.checks.flatMap((check) => check.codes);
    expect(codes.filter((code) => explanationOf(code)?.title !== module.explanations[code]?.title)).toEqual([]);
  });
});
