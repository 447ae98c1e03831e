import { ToolError } from '@sonde/contract';
import type { AddressAllowance } from './address-allowance.ts';
import type { Budget } from './budget.ts';

/**
 * The budget of one check, in which each connection also counts against the allowance of its address. The allowance comes
 * first: the timeout of an exchange starts with its slot, and waiting for the allowance must not look like a silent server.
 */
export function meteredBudget(budget: Budget, address: string, allowance: AddressAllowance): Budget {
  return {
    signal: budget.signal,
    get connections() {
      return budget.connections;
    },
    get stopped() {
      return budget.stopped;
    },
    async enter(isUrgent) {
      try {
        await allowance.take(address, budget.signal);
      } catch (error) {
        if (error instanceof ToolError) budget.stop('address_limit');
        throw error;
      }
      return budget.enter(isUrgent);
    },
    tryEnter() {
      if (!allowance.isAtHand(address)) return null;
      const leave = budget.tryEnter();
      if (leave !== null) void allowance.take(address, budget.signal);
      return leave;
    },
    countConnection: budget.countConnection,
    countBytes: budget.countBytes,
    slowDown: budget.slowDown,
    stop: budget.stop,
    close: budget.close,
  };
}
