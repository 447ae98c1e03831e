/* Searches by TCP as well. */
import './probe.lab.test.ts';
