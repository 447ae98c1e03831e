/* What the short set leaves out. */
import './behaviours.lab.test.ts';
