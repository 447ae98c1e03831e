import { makeReady } from './ready.mjs';
import { tellFailure } from './sentence.mjs';

await tellFailure(() => makeReady({ isForStart: true }));
