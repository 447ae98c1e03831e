/* Both stores, and watches as well as lists. */
import './killed-hub.lab.test.ts';
