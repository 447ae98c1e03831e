/* What the short set leaves out. */
import './fetch-issuers.lab.test.ts';
