/**
 * Takes units from the caller's allowance. `what` names the charged thing, so that a refusal can explain its cost.
 * @throws ToolError `rate-limited`.
 */
export type Charge = (units: number, what?: string) => Promise<void> | undefined;
