/* What the short set leaves out. */
import './budget.lab.test.ts';
