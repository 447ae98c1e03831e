import { tokensCss } from './tokens.ts';

// biome-ignore lint/suspicious/noConsole: what it prints is the file (npm run tokens)
console.log(tokensCss().trimEnd());
