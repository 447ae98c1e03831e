import { findBreaches } from './walls/breaches.mjs';

const breaches = await findBreaches();
for (const { rule, from, to, comment } of breaches) console.error(`${rule}: ${from} → ${to}\n  ${comment}`);
process.exitCode = breaches.length > 0 ? 1 : 0;
