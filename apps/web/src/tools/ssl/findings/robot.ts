/** The test for ROBOT runs only on request, because it sends the server key exchanges with wrong padding. */
export interface Robot {
  readonly isTested: boolean;
  onTest(): void;
}
