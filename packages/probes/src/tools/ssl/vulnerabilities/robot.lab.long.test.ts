/* What the short set leaves out. */
import './robot.lab.test.ts';
