export { type Demo, startDemo, targetFor } from './serve.ts';
export type { Target } from './targets.ts';
