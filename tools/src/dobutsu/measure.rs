//! CPU time, memory and the speed of the machine.

use std::fmt;
use std::time::{Duration, Instant};

/// The CPU time of this process, all threads together; `None` where the system does not tell.
pub fn cpu_time() -> Option<Duration> {
    // User and system time are fields 14 and 15, in hundredths of a second on Linux.
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

/// The most memory this process has had resident so far, in KiB.
pub fn peak_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The processor time (or, where the system does not tell, the time) that a fixed loop takes on
/// this machine: 2^28 dependent rounds of SplitMix64.
pub fn fixed_loop() -> Duration {
    let cost = Cost::start();
    let mut value = 1u64;
    for _ in 0..1 << 28 {
        value = yomikiri::hash::mix(value);
    }
    std::hint::black_box(value);
    let spent = cost.stop();
    spent.cpu.unwrap_or(spent.wall)
}

/// What a piece of work cost.
pub struct Cost {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Cost {
    /// Starts to count.
    pub fn start() -> Self {
        Self { wall: Instant::now(), cpu: cpu_time() }
    }

    /// The cost so far.
    pub fn stop(&self) -> Spent {
        let cpu = cpu_time().zip(self.cpu).map(|(now, then)| now.saturating_sub(then));
        Spent { wall: self.wall.elapsed(), cpu }
    }
}

/// A cost in seconds.
pub struct Spent {
    /// On the clock.
    pub wall: Duration,
    /// Of all threads.
    pub cpu: Option<Duration>,
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} s", self.wall.as_secs_f64())?;
        if let Some(cpu) = self.cpu {
            write!(f, ", {:.2} s of CPU", cpu.as_secs_f64())?;
        }
        Ok(())
    }
}
