/** `run-attack.ts NAME AIM`: runs one attack until SIGTERM. */
import { setMaxListeners } from 'node:events';
import type { Aim, Attack } from './attack.ts';

const [name = '', aim = ''] = process.argv.slice(2);
const end = new AbortController();
setMaxListeners(0, end.signal);
process.once('SIGTERM', () => end.abort());
process.stdin.on('close', () => end.abort()).resume();
const { attack } = (await import(new URL(`attacks/${name}.ts`, import.meta.url).href)) as { attack: Attack };
process.stdout.write('under way\n');
await attack(JSON.parse(aim) as Aim, end.signal);
process.exit(0);
