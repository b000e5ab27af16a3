module example.test/welcome

go 1.19
