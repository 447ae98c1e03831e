export { type Demo, portsHint, targetFor } from './demo.ts';
export { startDemo } from './start.ts';
export type { Target } from './targets.ts';
