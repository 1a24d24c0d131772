// Work that a frame does in its own time, one piece after the other, while Python is busy with something else.
"use strict";

{
  const bell = new MessageChannel(); // timers stand still in a frozen page, messages do not
  const tasks = new Map();
  let last = 0;
  const work = (task) => {
    if (!task || task.done) return;
    task.done = true;
    try { task.value = task.run(); } catch (error) { task.error = error; }
  };
  bell.port1.onmessage = ({ data }) => work(tasks.get(data));

  // Returns a number for `gold.finish`.
  gold.begin = (run) => {
    tasks.set(++last, { run, done: false });
    bell.port2.postMessage(last);
    return last;
  };

  // The value, of work that is done now if it has not been; what it threw is thrown here. Once for each number.
  gold.finish = (number) => {
    const task = tasks.get(number);
    tasks.delete(number);
    work(task);
    if (task.error) throw task.error;
    return task.value;
  };
}
