import { workLimits } from '@sonde/contract/work-limits';
import { describe, expect, it } from 'vitest';
import { createWorkBudget } from './work-budget.ts';

const spent = (work: () => void): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
};

describe('the budget of a lookup', () => {
  it('counts what is spent, and refuses what exceeds a limit before it happens', () => {
    const budget = createWorkBudget(workLimits({ questions: 2 }));
    budget.spend('questions');
    budget.spend('questions');
    expect(spent(() => budget.spend('questions'))).toBe('work-limit');
    expect(budget.done.questions).toBe(2);
    expect(budget.exceeded).toBe('questions');
  });

  it('allows nothing more of any kind after that', () => {
    const budget = createWorkBudget(workLimits({ questions: 0, connections: 5 }));
    expect(spent(() => budget.spend('questions'))).toBe('work-limit');
    expect(spent(() => budget.spend('connections'))).toBe('work-limit');
  });

  it('counts what has arrived even beyond the limit, and says so', () => {
    const budget = createWorkBudget(workLimits({ octetsIn: 100 }));
    expect(budget.note('octetsIn', 100)).toBeNull();
    expect(budget.note('octetsIn', 1)).toMatchObject({ reason: 'work-limit' });
    expect(budget.done.octetsIn).toBe(101);
  });
});
