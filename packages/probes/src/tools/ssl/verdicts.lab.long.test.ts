/* What the short set leaves out. */
import './verdicts.lab.test.ts';
