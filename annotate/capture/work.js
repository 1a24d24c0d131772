// Work that a frame does while Python is busy with something else; one piece of it at a time.
"use strict";

globalThis.gold = globalThis.gold ?? {};

{
  const bell = new MessageChannel(); // timers stand still in a frozen page, messages do not
  let task = null;
  const work = () => {
    if (task.done) return;
    task.done = true;
    try { task.value = task.run(); } catch (error) { task.error = error; }
  };
  bell.port1.onmessage = work;

  gold.begin = (run) => { task = { run, done: false }; bell.port2.postMessage(0); };

  // The value, of work that is done now if it has not been; what it threw is thrown here.
  gold.finish = () => {
    work();
    if (task.error) throw task.error;
    return task.value;
  };
}
