export { type Demo, startDemo } from './serve.ts';
export type { Target } from './targets.ts';
