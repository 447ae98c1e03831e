/* What the short set tests in PostgreSQL alone (`oneStore`), in the embedded store. */
import './accounts/history/quotas.lab.test.ts';
import './channels/channels.lab.test.ts';
import './lists/killed-server.lab.test.ts';
import './lists/list-room.lab.test.ts';
import './lists/places-lists.lab.test.ts';
import './mcp/mcp-own.lab.test.ts';
import './snapshots/snapshot-limits.lab.test.ts';
import './tokens/account-tokens.lab.test.ts';
import './tokens/token-abuse.lab.test.ts';
import './watches/certificate-watches.lab.test.ts';
import './watches/killed-certificate-watch.lab.test.ts';
import './watches/places-watches.lab.test.ts';
import './watches/report-watches.lab.test.ts';
