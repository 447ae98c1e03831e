/** The test for ROBOT runs only on request: it sends the server secrets with wrong padding. */
export interface Robot {
  readonly isTested: boolean;
  onTest(): void;
}
