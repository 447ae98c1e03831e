import '../tools/delegation/findings/chain-findings.test.ts';
import '../tools/delegation/findings/delegation-findings.test.ts';
import '../tools/delegation/findings/server-findings.test.ts';
import '../tools/dns/findings/findings.test.ts';
import '../tools/geo/findings/findings.test.ts';
import '../tools/mac/findings/findings.test.ts';
import '../tools/mail/findings/findings.test.ts';
import '../tools/ping/findings/findings.test.ts';
import '../tools/subdomain/findings/findings.test.ts';
import '../tools/traceroute/findings/findings.test.ts';
import '../tools/web/findings/findings.test.ts';
import '../tools/whois/findings/findings.test.ts';
import { testEveryValueLess } from './golden-findings.ts';

testEveryValueLess();
