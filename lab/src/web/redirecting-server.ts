// Run in the network of a host of the lab: `redirecting-server ADDRESS…`
import { behaviourByPath, startMaliciousWebServer } from './malicious-web-server.ts';

const WEB_PORT = 80;
for (const address of process.argv.slice(2)) await startMaliciousWebServer(behaviourByPath, address, WEB_PORT);
process.stdout.write('is listening\n');
