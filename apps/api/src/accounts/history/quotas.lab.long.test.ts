/* What the short set leaves out. */
import './quotas.lab.test.ts';
