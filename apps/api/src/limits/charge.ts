/** Takes units from the caller's allowance. @throws ToolError `rate-limited`. */
export type Charge = (units: number) => Promise<void> | undefined;
