/* What the short set leaves out. */
import './database-turns.lab.test.ts';
