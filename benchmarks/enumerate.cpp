// What a user would write instead: tables filled by enumerating the moves of every position.
// The plain programs fill the whole box; the others use the reductions a careful user would see (sorted
// piles, differences), and stop at the first winning move where only outcomes are wanted. All mark seen
// values with a stamp to find the mex.
//
//   g++ -O3 -march=native -o enumerate enumerate.cpp && ./enumerate nim3 200
//
// prints the seconds taken, a checksum of the values, and the processor seconds taken.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <vector>

using std::vector;

static vector<uint32_t> seen(1 << 20);
static uint32_t stamp = 0;
static inline void mark(uint32_t value) { seen[value] = stamp; }
static inline uint32_t mex() { uint32_t m = 0; while (seen[m] == stamp) ++m; return m; }

static uint64_t sharing(int n) {  // (0, a, b) with a <= b
    vector<uint16_t> g((size_t)n * n);
    uint64_t sum = 0;
    auto at = [&](int x, int y, int z) -> uint16_t {
        if (x > y) std::swap(x, y);
        if (y > z) std::swap(y, z);
        if (x > y) std::swap(x, y);
        return g[(size_t)(z - x) * n + (y - x)];
    };
    for (int b = 0; b < n; ++b)
        for (int a = 0; a <= b; ++a) {
            ++stamp;
            for (int k = 1; 2 * k <= a; ++k) mark(at(k, a - k, b));
            for (int k = 1; 2 * k <= b; ++k) mark(at(k, a, b - k));
            for (int k = 1; 2 * k <= b - a; ++k) mark(at(0, a + k, b - k));
            sum += g[(size_t)b * n + a] = mex();
        }
    return sum;
}

static uint64_t nim3(int n) {  // a <= b <= c
    vector<uint16_t> g((size_t)n * n * n);
    uint64_t sum = 0;
    auto at = [&](int x, int y, int z) -> uint16_t& {
        if (x > y) std::swap(x, y);
        if (y > z) std::swap(y, z);
        if (x > y) std::swap(x, y);
        return g[((size_t)x * n + y) * n + z];
    };
    for (int c = 0; c < n; ++c)
        for (int b = 0; b <= c; ++b)
            for (int a = 0; a <= b; ++a) {
                ++stamp;
                for (int u = 0; u < a; ++u) mark(at(u, b, c));
                for (int u = 0; u < b; ++u) mark(at(a, u, c));
                for (int u = 0; u < c; ++u) mark(at(a, b, u));
                sum += at(a, b, c) = mex();
            }
    return sum;
}

static uint64_t transfer3(int n) {  // boxes 1 <= a <= b <= c < n
    vector<uint16_t> g((size_t)n * n * n);
    uint64_t sum = 0;
    auto at = [&](int x, int y, int z) -> uint16_t& {
        if (x > y) std::swap(x, y);
        if (y > z) std::swap(y, z);
        if (x > y) std::swap(x, y);
        return g[((size_t)x * n + y) * n + z];
    };
    for (int s = 3; s <= 3 * (n - 1); ++s)
        for (int a = 1; 3 * a <= s && a < n; ++a)
            for (int b = std::max(a, s - a - (n - 1)); 2 * b <= s - a && b < n; ++b) {
                int box[3] = {a, b, s - a - b};
                ++stamp;
                for (int split = 0; split < 3; ++split)
                    for (int kept = 0; kept < 3; ++kept)
                        if (kept != split)
                            for (int u = 1; 2 * u <= box[split]; ++u) mark(at(u, box[split] - u, box[kept]));
                sum += at(box[0], box[1], box[2]) = mex();
            }
    return sum;
}

static uint64_t nim3_plain(int n) {
    vector<uint16_t> g((size_t)n * n * n);
    uint64_t sum = 0;
    auto at = [&](int x, int y, int z) -> uint16_t& { return g[((size_t)x * n + y) * n + z]; };
    for (int a = 0; a < n; ++a)
        for (int b = 0; b < n; ++b)
            for (int c = 0; c < n; ++c) {
                ++stamp;
                for (int u = 0; u < a; ++u) mark(at(u, b, c));
                for (int u = 0; u < b; ++u) mark(at(a, u, c));
                for (int u = 0; u < c; ++u) mark(at(a, b, u));
                sum += at(a, b, c) = mex();
            }
    return sum;
}

static uint64_t transfer3_plain(int n) {
    vector<uint16_t> g((size_t)n * n * n);
    uint64_t sum = 0;
    auto at = [&](const int* x) -> uint16_t& { return g[((size_t)x[0] * n + x[1]) * n + x[2]]; };
    for (int s = 3; s <= 3 * (n - 1); ++s)
        for (int a = 1; a < n && a < s; ++a)
            for (int b = std::max(1, s - a - (n - 1)); b < n && b < s - a; ++b) {
                int box[3] = {a, b, s - a - b};
                ++stamp;
                for (int empty = 0; empty < 3; ++empty)
                    for (int split = 0; split < 3; ++split)
                        if (empty != split)
                            for (int u = 1; u < box[split]; ++u) {
                                int y[3] = {box[0], box[1], box[2]};
                                y[empty] = u;
                                y[split] = box[split] - u;
                                mark(at(y));
                            }
                sum += at(box) = mex();
            }
    return sum;
}

static uint64_t transfer5(int n) {  // outcomes, boxes 1 <= a <= … <= e < n
    vector<uint8_t> losing((size_t)n * n * n * n * n);
    auto at = [&](const int* x) -> uint8_t& {
        return losing[((((size_t)x[0] * n + x[1]) * n + x[2]) * n + x[3]) * n + x[4]];
    };
    vector<vector<int>> by_sum(5 * n);
    int x[5];
    for (x[4] = 1; x[4] < n; ++x[4])
        for (x[3] = 1; x[3] <= x[4]; ++x[3])
            for (x[2] = 1; x[2] <= x[3]; ++x[2])
                for (x[1] = 1; x[1] <= x[2]; ++x[1])
                    for (x[0] = 1; x[0] <= x[1]; ++x[0]) {
                        auto& list = by_sum[x[0] + x[1] + x[2] + x[3] + x[4]];
                        list.insert(list.end(), x, x + 5);
                    }
    uint64_t count = 0;
    for (auto& list : by_sum)
        for (size_t p = 0; p < list.size(); p += 5) {
            const int* box = &list[p];
            bool found = false;
            for (int empty = 0; empty < 5 && !found; ++empty)
                for (int split = 0; split < 5 && !found; ++split) {
                    if (split == empty) continue;
                    for (int u = 1; 2 * u <= box[split] && !found; ++u) {
                        int y[5] = {box[0], box[1], box[2], box[3], box[4]};
                        y[empty] = u;
                        y[split] = box[split] - u;
                        std::sort(y, y + 5);
                        found = at(y);
                    }
                }
            at(box) = !found;
            count += !found;
        }
    return count;
}

static uint64_t redistribute4(int n) {  // Grundy values, at most n chips
    int m = n + 1;
    vector<uint16_t> g((size_t)m * m * m * m);
    uint64_t sum = 0;
    auto at = [&](int a, int b, int c, int d) -> uint16_t& { return g[(((size_t)a * m + b) * m + c) * m + d]; };
    for (int s = 4; s <= n; ++s)
        for (int a = 1; 4 * a <= s; ++a)
            for (int b = a; a + 3 * b <= s; ++b)
                for (int c = b; a + b + 2 * c <= s; ++c) {
                    int box[4] = {a, b, c, s - a - b - c};
                    ++stamp;
                    for (int empty = 0; empty < 4; ++empty) {
                        int t = s - box[empty];
                        for (int u = 1; 4 * u <= t; ++u)
                            for (int v = u; u + 3 * v <= t; ++v)
                                for (int w = v; u + v + 2 * w <= t; ++w) mark(at(u, v, w, t - u - v - w));
                    }
                    sum += at(a, b, c, box[3]) = mex();
                }
    return sum;
}

static uint64_t cookies(int n) {  // the game (5, 7, 3); a transfer leads beyond the limit on blue
    const int a = 5, b = 7, c = 3;
    vector<vector<uint8_t>> g(n);
    uint64_t sum = 0;
    for (int x = 0; x < n; ++x) {
        int width = 2 * n - 1 - x;
        g[x].resize(width);
        for (int y = 0; y < width; ++y) {
            unsigned bits = 0;
            if (x >= a) bits |= 1u << g[x - a][y];
            if (y >= b) bits |= 1u << g[x][y - b];
            if (x >= c) bits |= 1u << g[x - c][y + c];
            unsigned value = 0;
            while (bits >> value & 1) ++value;
            g[x][y] = value;
            if (y < n) sum += value;
        }
    }
    return sum;
}

static uint64_t squares(int n) {
    vector<uint16_t> g(n);
    uint64_t sum = 0;
    for (int a = 0; a < n; ++a) {
        ++stamp;
        for (int k = 1; k * k <= a; ++k) mark(g[a - k * k]);
        sum += g[a] = mex();
    }
    return sum;
}

static uint64_t primes(int n) {  // take a prime number
    vector<int> primes;
    vector<bool> composite(n);
    for (int p = 2; p < n; ++p)
        if (!composite[p]) {
            primes.push_back(p);
            for (int64_t q = (int64_t)p * p; q < n; q += p) composite[q] = true;
        }
    vector<uint16_t> g(n);
    uint64_t sum = 0;
    for (int a = 0; a < n; ++a) {
        ++stamp;
        for (int p : primes) {
            if (p > a) break;
            mark(g[a - p]);
        }
        sum += g[a] = mex();
    }
    return sum;
}

static uint64_t divisors(int n) {  // take a divisor, but not the whole pile
    vector<vector<int>> divisors(n);
    for (int d = 1; d < n; ++d)
        for (int a = 2 * d; a < n; a += d) divisors[a].push_back(d);
    vector<uint16_t> g(n);
    uint64_t sum = 0;
    for (int a = 0; a < n; ++a) {
        ++stamp;
        for (int d : divisors[a]) mark(g[a - d]);
        sum += g[a] = mex();
    }
    return sum;
}

static uint64_t halves(int n) {  // take at most half of the pile
    vector<uint16_t> g(n);
    uint64_t sum = 0;
    for (int a = 0; a < n; ++a) {
        ++stamp;
        for (int k = 1; 2 * k <= a; ++k) mark(g[a - k]);
        sum += g[a] = mex();
    }
    return sum;
}

static uint64_t euclid(int n) {  // 1 <= a <= b; no pile is emptied
    vector<uint16_t> g((size_t)n * n);
    uint64_t sum = 0;
    auto at = [&](int x, int y) -> uint16_t& { return x < y ? g[(size_t)y * n + x] : g[(size_t)x * n + y]; };
    for (int b = 1; b < n; ++b)
        for (int a = 1; a <= b; ++a) {
            ++stamp;
            for (int c = b - a; c >= 1; c -= a) mark(at(a, c));
            sum += at(a, b) = mex();
        }
    return sum;
}

// One heap: take some chips, and leave one heap or two, none of them empty; one is left only if `whole` says so.
static uint64_t heaps(int n, std::initializer_list<int> taken, bool emptied, bool whole, bool distinct) {
    vector<uint16_t> g(n);
    uint64_t sum = 0;
    for (int heap = 0; heap < n; ++heap) {
        ++stamp;
        for (int k : taken) {
            int rest = heap - k;
            if (emptied && rest == 0) mark(0);
            if (whole && rest > 0) mark(g[rest]);
            for (int left = 1; 2 * left + distinct <= rest; ++left) mark(g[left] ^ g[rest - left]);
        }
        sum += g[heap] = mex();
    }
    return sum;
}

static uint64_t kayles(int n) { return heaps(n, {1, 2}, true, true, false); }
static uint64_t james_bond(int n) { return heaps(n, {3}, true, true, false); }
static uint64_t officers(int n) { return heaps(n, {1}, false, true, false); }
static uint64_t grundy(int n) { return heaps(n, {0}, false, false, true); }

static uint64_t circular5(int n) {  // lower one or both of two neighbours among five piles in a circle
    size_t stride[6] = {1};
    for (int i = 0; i < 5; ++i) stride[i + 1] = stride[i] * n;
    vector<uint16_t> g(stride[5]);
    uint64_t sum = 0;
    for (size_t at = 0; at < stride[5]; ++at) {
        ++stamp;
        for (int i = 0; i < 5; ++i) {
            int j = (i + 1) % 5, x = at / stride[i] % n, y = at / stride[j] % n;
            for (int k = 0; k <= x; ++k)
                for (int l = 0; l <= y; ++l)
                    if (k + l > 0) mark(g[at - k * stride[i] - l * stride[j]]);
        }
        sum += g[at] = mex();
    }
    return sum;
}

// Outcomes of games on sorted piles in which any number may be taken from one pile; a position is an N-position as
// soon as one option is a P-position. `pairs` also allows taking the same number from two piles. If `bounded`, a move
// takes at most as many chips from a pile as another pile has.
template <int piles> static uint64_t taking(int n, bool pairs, bool bounded = false) {
    size_t size = 1;
    for (int i = 0; i < piles; ++i) size *= n;
    vector<uint8_t> losing(size);
    auto at = [&](int* x) -> uint8_t& {
        size_t index = 0;
        std::sort(x, x + piles);
        for (int i = 0; i < piles; ++i) index = index * n + x[i];
        return losing[index];
    };
    uint64_t count = 0;
    int x[piles] = {}, y[piles];
    auto leads_to_p = [&](int i, int j, int k) {
        std::copy(x, x + piles, y);
        y[i] -= k;
        if (j >= 0) y[j] -= k;
        return at(y);
    };
    for (;;) {
        bool found = false;
        for (int i = 0; i < piles && !found; ++i) {
            int most = bounded ? std::min(x[i], x[i == piles - 1 ? piles - 2 : piles - 1]) : x[i];
            for (int k = 1; k <= most && !found; ++k) found = leads_to_p(i, -1, k);
            for (int j = i + 1; pairs && j < piles && !found; ++j)
                for (int k = 1; k <= std::min(x[i], x[j]) && !found; ++k) found = leads_to_p(i, j, k);
        }
        std::copy(x, x + piles, y);
        at(y) = !found;
        count += !found;
        // The next sorted tuple, in increasing order of the last pile, then the pile before, and so on.
        int i = 0;
        while (i < piles - 1 && x[i] == x[i + 1]) x[i++] = 0;
        if (++x[i] == n) return count;
    }
}

static uint64_t wythoff(int n) { return taking<2>(n, true); }
static uint64_t pairs3(int n) { return taking<3>(n, true); }
static uint64_t nim4(int n) { return taking<4>(n, false); }
static uint64_t bounded2(int n) { return taking<2>(n, false, true); }
static uint64_t bounded3(int n) { return taking<3>(n, false, true); }

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    int n = std::atoi(argv[2]);
    struct { const char* name; uint64_t (*run)(int); } games[] = {
        {"sharing", sharing}, {"nim3", nim3}, {"transfer3", transfer3},
        {"transfer5", transfer5}, {"nim3_plain", nim3_plain}, {"transfer3_plain", transfer3_plain},
         {"redistribute4", redistribute4}, {"cookies", cookies}, {"circular5", circular5},
        {"squares", squares}, {"euclid", euclid}, {"primes", primes}, {"divisors", divisors}, {"halves", halves},
        {"kayles", kayles}, {"james-bond", james_bond}, {"officers", officers}, {"grundys-game", grundy},
        {"wythoff", wythoff}, {"pairs3", pairs3}, {"nim4", nim4}, {"bounded2", bounded2}, {"bounded3", bounded3},
    };
    for (auto& game : games)
        if (!std::strcmp(game.name, argv[1])) {
            auto start = std::chrono::steady_clock::now();
            std::clock_t processor = std::clock();
            uint64_t sum = game.run(n);
            std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
            double used = double(std::clock() - processor) / CLOCKS_PER_SEC;
            std::printf("%.6f %llu %.6f\n", taken.count(), (unsigned long long)sum, used);
            return 0;
        }
    return 2;
}
