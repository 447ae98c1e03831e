export { type Demo, portsHint, startDemo, targetFor } from './serve.ts';
export type { Target } from './targets.ts';
