import { testGoldenFindings } from '../../../testing/golden-findings.ts';
import type { WebCode } from '../explanations.ts';
import { pageGoldens } from './testing/page-goldens.ts';
import { policyGoldens } from './testing/policy-goldens.ts';
import { wayGoldens } from './testing/way-goldens.ts';

testGoldenFindings<WebCode>('web', { ...wayGoldens, ...pageGoldens, ...policyGoldens });
