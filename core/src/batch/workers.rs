//! A few threads that wait for work and share it. Knows nothing of games; what it runs must not depend on who runs it.

use std::sync::mpsc::{channel, Receiver, Sender};
use std::thread::JoinHandle;

type Job = Box<dyn FnOnce() + Send>;

struct Helper {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Helper {
    fn start() -> Helper {
        let (jobs, received) = channel::<Job>();
        let thread = std::thread::spawn(move || received.into_iter().for_each(|job| job()));
        Helper { jobs: Some(jobs), thread: Some(thread) }
    }
}

/// The calling thread and its helpers; with one thread there are none.
pub struct Workers {
    helpers: Vec<Helper>,
}

impl Workers {
    pub fn new(threads: usize) -> Workers {
        Workers { helpers: (1..threads).map(|_| Helper::start()).collect() }
    }

    pub fn threads(&self) -> usize {
        self.helpers.len() + 1
    }

    /// Works on every part, the first on this thread, and gives the parts back in order. `work` must not panic.
    pub fn run<T, F>(&self, parts: Vec<T>, work: F) -> Vec<T>
    where
        T: Send + 'static,
        F: Fn(&mut T) + Clone + Send + 'static,
    {
        if self.helpers.is_empty() {
            return parts.into_iter().map(|part| worked(part, &work)).collect();
        }
        let mut parts = parts.into_iter();
        let own = parts.next();
        let helpers = self.helpers.iter().cycle();
        let waiting: Vec<Receiver<T>> =
            parts.zip(helpers).map(|(part, helper)| send(helper, part, work.clone())).collect();
        let own = own.map(|part| worked(part, &work));
        own.into_iter().chain(waiting.into_iter().filter_map(|answer| answer.recv().ok())).collect()
    }
}

fn worked<T>(mut part: T, work: &impl Fn(&mut T)) -> T {
    work(&mut part);
    part
}

fn send<T, F>(helper: &Helper, mut part: T, work: F) -> Receiver<T>
where
    T: Send + 'static,
    F: Fn(&mut T) + Send + 'static,
{
    let (finished, answer) = channel();
    let job: Job = Box::new(move || {
        work(&mut part);
        // The receiver waits until it has this, so sending cannot fail.
        let _ = finished.send(part);
    });
    if let Some(jobs) = &helper.jobs {
        let _ = jobs.send(job);
    }
    answer
}

impl Drop for Workers {
    fn drop(&mut self) {
        for helper in &mut self.helpers {
            helper.jobs = None;
            if let Some(thread) = helper.thread.take() {
                let _ = thread.join();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back_in_order_for_any_number_of_threads() {
        for threads in 1..4 {
            let workers = Workers::new(threads);
            let parts = workers.run(vec![1, 2, 3, 4, 5], |part: &mut i32| *part *= 10);
            assert_eq!(parts, [10, 20, 30, 40, 50]);
        }
    }
}
